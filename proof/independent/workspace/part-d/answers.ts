import type {Context} from '../context.ts';
import {isObject, type Answer} from '../http.ts';
import {SPOILS_E} from '../part-e/answers.ts';
import {SPOILS_F} from '../part-f/answers.ts';
import {ACCOUNT_SPOILS} from './answers-account.ts';
import {DOOR_SPOILS} from './answers-doors.ts';
import {LIBRARY_SPOILS} from './answers-library.ts';

const SPOILS = [...ACCOUNT_SPOILS, ...DOOR_SPOILS, ...LIBRARY_SPOILS, ...SPOILS_E, ...SPOILS_F];

/** An answer as a faulty server gives it. */
export function spoiledAnswer(c: Context, operation: string, answer: Answer): Answer {
  if (c.w.faults.size === 0 || !isObject(answer.body)) return answer;
  let given = answer;
  for (const [fault, name, spoil] of SPOILS) {
    if (name !== operation || !c.w.faults.has(fault)) continue;
    given = spoil(c, answer.body, given) ?? given;
  }
  return given;
}
