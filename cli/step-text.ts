import {DAY_MS} from '../spec/durations.ts';
import type {Advance, Call, Step} from '../spec/step.ts';

/** Describes what a step sends or does. */
export function requestText(step: Step): string {
  switch (step.step) {
    case 'call':
      return callText(step);
    case 'tools':
      return `list of tools as ${senderOf(step.as)}`;
    case 'upload':
      return `PUT of the sample ${step.sample} to an upload link`;
    case 'download':
      return step.api === 'store' ? 'GET of a page of the store' : 'GET of a download link';
    case 'advance':
      return advanceText(step);
    case 'control':
      return `hook ${step.verb}`;
    case 'parallel':
      return 'at the same moment:';
    case 'repeat':
      return `up to ${step.times} times:`;
    case 'walk':
      return `${callText(step.page)}, page by page`;
  }
}

function callText({op, as, interface: via, present}: Call): string {
  const tool = via === undefined ? '' : ' (as a tool of the MCP server)';
  const shown = present === undefined ? '' : `, credential ${present}`;
  return `${op}${tool} as ${senderOf(as)}${shown}`;
}

const senderOf = (as: Call['as']): string =>
  typeof as === 'string' ? as : `the credential that ${as.$from} gave`;

function advanceText({ms, until, told}: Advance): string {
  if (told) return `${durationText(ms)} pass, or as long as a response specifies`;
  return `${until ? 'at most ' : ''}${durationText(ms)} pass`;
}

/** Formats a duration in its two largest units, for example `29 min 55 s`. */
function durationText(ms: number): string {
  const units: [string, number][] = [
    ['d', DAY_MS],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
    ['ms', 1],
  ];
  const parts: string[] = [];
  let left = ms;
  for (const [unit, size] of units) {
    const count = Math.floor(left / size);
    left %= size;
    if (count) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}
