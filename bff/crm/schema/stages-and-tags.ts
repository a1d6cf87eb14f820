/** Deal stages that the portal reads or sets (§4). The stage after signing is configurable. */
export const AVAILABLE_FOR_CUSTOMER = 'Available For Customer';
export const VIEWED = 'Viewed';
export const CLOSED_WON = 'Closed Won';
export const CLOSED_LOST = 'Closed Lost';

/** Tag of a contact who must not be called again; colleagues may set it in the CRM too (decision G1). */
export const DO_NOT_CALL = 'niet-bellen';
