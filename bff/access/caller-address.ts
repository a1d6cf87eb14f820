import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address inside IPv6, in the normal form that `URL` produces. */
const IPV4_INSIDE = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/;
const GROUPS = 8;
/** Some proxies add the port, which differs per connection. */
const WITH_PORT = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?:\d{1,5}$/i;

/** An IPv6 client owns a whole /64, so limits count networks, not addresses. */
export function limitKey(forwarded: string): string {
  const ip = plainAddress(forwarded);
  if (isIPv4(ip)) return ip;
  return isIPv6(ip) ? groupsOf(ip, 4) : 'no address';
}

/**
 * The /48 network of an IPv6 client; null for IPv4. Anybody can get a /48, which contains 65,536 of the /64 networks
 * that {@link limitKey} counts.
 */
export function siteOf(forwarded: string): string | null {
  const ip = plainAddress(forwarded);
  return isIPv6(ip) ? `${groupsOf(ip, 3)}::/48` : null;
}

/**
 * The key for allowances per address. For IPv6 it is the /48: with a key per /64, the owner of a /48 would have 65,536
 * allowances.
 */
export function callerAt(forwarded: string): string {
  return siteOf(forwarded) ?? limitKey(forwarded);
}

/**
 * Removes the port, and unwraps an IPv4 address inside IPv6: otherwise all IPv4 clients would share the limits of one
 * network.
 */
function plainAddress(forwarded: string): string {
  const ip = withoutPort(forwarded);
  if (isIPv4(ip)) return ip;
  const url = `http://[${ip}]`;
  const [, ...halves] = (URL.canParse(url) && IPV4_INSIDE.exec(new URL(url).hostname)) || [];
  const bytes = halves.map((half) => Number.parseInt(half, 16)).flatMap((half) => [half >> 8, half & 255]);
  return bytes.length > 0 ? bytes.join('.') : ip;
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
