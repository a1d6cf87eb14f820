/** On a contact who must not be called again; colleagues may set it in the CRM as well (decision G1). */
export const DO_NOT_CALL = 'niet-bellen';
