import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A self-signed key and certificate for 127.0.0.1, new for each run. */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = certificateBody(publicKey);
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ECDSA_SHA256, bitString(signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

// The least X.509 that a TLS server needs (RFC 5280, section 4.1): one name, two dates, one key.

function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('127.0.0.1')))));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return sequence(tagged(0x02, Buffer.of(1)), ECDSA_SHA256, name, validity, name, key);
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function bitString(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.of(0), bytes]));
}

function utcTime(text: string): Buffer {
  return tagged(0x17, Buffer.from(text));
}

const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
