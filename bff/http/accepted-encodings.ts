/** The content encodings that a client accepts; a weight of zero means refused (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): string[] {
  return (header ?? '').split(',').flatMap((each) => {
    const [name = '', ...weights] = each.split(';').map((part) => part.trim().toLowerCase());
    return weights.some((weight) => /^q=0(\.0*)?$/.test(weight)) ? [] : [name];
  });
}
