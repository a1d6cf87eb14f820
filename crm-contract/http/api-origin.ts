/**
 * Hosts that Zoho documents for its API, one per data centre, and their sandbox and developer variants (crm-api §1.4).
 */
const ZOHO_API_HOST = /^(www|sandbox|developer)\.zohoapis\.(eu|com|in|com\.au|jp|com\.cn|ca|sa)$/;

/**
 * Where to send API calls after a token answer named an `api_domain`. That value is untrusted and the next request
 * carries the token, so only known hosts are used: the one in `apiUrl`, those in `allowedHosts`, and Zoho's own when
 * `apiUrl` is one of them. For any other value the client stays at `apiUrl`.
 */
export function apiOrigin(apiUrl: string, apiDomain: string | null, allowedHosts: readonly string[]): string {
  const configured = new URL(apiUrl);
  const named = apiDomain !== null && URL.canParse(apiDomain) ? new URL(apiDomain) : configured;
  if (allowedHosts.includes(named.host)) return `${configured.protocol}//${named.host}`;
  const betweenZohoHosts = ZOHO_API_HOST.test(configured.host) && ZOHO_API_HOST.test(named.host);
  return betweenZohoHosts ? `https://${named.host}` : configured.origin;
}
