import type {SuspectLine} from '../../../spec/exchange.ts';
import {likelyPointers} from './line-evidence.ts';

/** Whether a line says by itself what is wrong: another location would fit, or the line is missing. */
const isTelling = ({member}: SuspectLine): boolean =>
  member?.about !== 'location' || (!member.isOptional && likelyPointers(member).length > 0);

/** The line that says best what is wrong: one of which the responses show how it has to be, before one that is only unproven. */
export const mostTelling = (lines: readonly SuspectLine[]): SuspectLine | undefined => {
  const telling = lines.filter(isTelling);
  return telling.find(({doubt}) => doubt !== 'unproven') ?? telling[0];
};
