import { isIP, isIPv6 } from 'node:net';

const IPV4_INSIDE = /^::ffff:(?=[\d.]+$)/i;
const GROUPS = 8;
/** Some proxies add the port, which differs per connection. */
const WITH_PORT = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?:\d{1,5}$/i;

/** An IPv6 client owns a whole /64, so limits count networks, not addresses. */
export function limitKey(forwarded: string): string {
  const [, ip = forwarded] = WITH_PORT.exec(forwarded) ?? [];
  if (!isIP(ip)) return 'no address';
  if (!isIPv6(ip) || IPV4_INSIDE.test(ip)) return ip.replace(IPV4_INSIDE, '');
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  const network = [...front, ...zeros, ...back].slice(0, GROUPS / 2);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
