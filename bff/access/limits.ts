import { isIP, isIPv6 } from 'node:net';

const IPV4_INSIDE = /^::ffff:(?=[\d.]+$)/i;
const GROUPS = 8;
/** Some proxies add the port, which differs per connection. */
const WITH_PORT = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?:\d{1,5}$/i;

/** An IPv6 client owns a whole /64, so limits count networks, not addresses. */
export function limitKey(forwarded: string): string {
  const ip = withoutPort(forwarded);
  if (!isIP(ip)) return 'no address';
  if (!isIPv6(ip) || IPV4_INSIDE.test(ip)) return ip.replace(IPV4_INSIDE, '');
  return groupsOf(ip, 4);
}

/** The /48 of an IPv6 client: anybody can have one, which is 65,536 networks of {@link limitKey}. Null for IPv4. */
export function siteOf(forwarded: string): string | null {
  const ip = withoutPort(forwarded);
  return isIPv6(ip) && !IPV4_INSIDE.test(ip) ? `${groupsOf(ip, 3)}::/48` : null;
}

function withoutPort(forwarded: string): string {
  const [, ip = forwarded] = WITH_PORT.exec(forwarded) ?? [];
  return ip;
}

function groupsOf(ip: string, amount: number): string {
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  const network = [...front, ...zeros, ...back].slice(0, amount);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
