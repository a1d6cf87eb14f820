import type { Uploaded, UploadedFile } from '../../../bff/view-models/photos.ts';
import type { Problem } from '../../../bff/view-models/problem.ts';
import type { UploadTrouble } from '../../texts/photos.ts';
import { mayPass } from './retry-rules.ts';
import { hasStalled } from './stall-watch.ts';

/** The result per file, in the order they were sent; none where the answer has none. */
export function filesIn(request: XMLHttpRequest): readonly UploadedFile[] {
  const body = parsed<Partial<Uploaded & Problem>>(request.responseText);
  return body?.files ?? [];
}

/** The message of §8 for how a request ended. */
export function troubleOf(request: XMLHttpRequest | undefined): UploadTrouble {
  if (request && hasStalled(request)) return 'stalled';
  if (!request || request.status === 0) return 'network';
  if (!mayPass(request.status)) return 'refused';
  return parsed(request.responseText) === undefined ? 'unknown' : 'failed';
}

function parsed<Content>(text: string): Content | undefined {
  try {
    return JSON.parse(text) as Content;
  } catch {
    return undefined;
  }
}
