/** Deal stages that the portal reads or sets (§4). The stage after signing is configured. */
export const AVAILABLE_FOR_CUSTOMER = 'Available For Customer';
export const VIEWED = 'Viewed';
export const CLOSED_LOST = 'Closed Lost';

/** Deals in these stages are no longer leads (decision G1). */
export const CLOSED_STAGES = ['Closed Won', CLOSED_LOST] as const;

/** On a contact who must not be called again; colleagues may set it in the CRM as well (decision G1). */
export const DO_NOT_CALL = 'niet-bellen';
