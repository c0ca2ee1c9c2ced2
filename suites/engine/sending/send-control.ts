import type {ControlVerb} from '../../../spec/control.ts';
import type {Control, Exchange} from '../../../spec/step.ts';
import {Blocked} from '../blocked.ts';
import type {Position} from '../attempt-context.ts';
import type {ScriptContext} from './script-context.ts';

/** Has the target do what the APIs cannot. @throws Blocked when it did not */
export async function sendControl(
  {id, verb, args}: Control,
  position: Position,
  {attempt: {environment}, bindings}: ScriptContext,
): Promise<Exchange> {
  const values = bindings.fill<Record<string, unknown>>(args, position);
  const sentAt = environment.now();
  try {
    const body = await environment.control(verb as ControlVerb, values);
    return {
      step: id,
      op: `control ${verb}`,
      as: 'control',
      sentAt,
      gotAt: environment.now(),
      status: 200,
      situations: ['done'],
      documented: ['done'],
      headers: {},
      body,
      sent: {method: 'CONTROL', url: verb, headers: {}, body: JSON.stringify(values)},
      hook: true,
    };
  } catch (error) {
    throw new Blocked(`control ${verb}: ${(error as Error).message}`);
  }
}
