/** Deal stages that the portal reads or sets (portal §4). The stage after signing is configured. */
export const AVAILABLE_FOR_CUSTOMER = 'Available For Customer';
export const VIEWED = 'Viewed';
