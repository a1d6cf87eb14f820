/**
 * The groups of the queue, in order (decisions G1, I7): callback due · said yes and did not sign · never called · call
 * history not read yet · no answer · callback later · spoken to, nothing scheduled.
 */
export const LEAD_GROUPS = ['due', 'approved', 'new', 'unread', 'no_answer', 'later', 'spoken'] as const;
export type LeadGroup = (typeof LEAD_GROUPS)[number];

interface InGroup {
  group: LeadGroup;
}

/** Whether the moment of the callback has come. */
export const isDue = ({ group }: InGroup) => group === 'due';

/** Whether a callback is scheduled for a later moment. */
export const isForLater = ({ group }: InGroup) => group === 'later';
