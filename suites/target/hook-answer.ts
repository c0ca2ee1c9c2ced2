import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import {describedVerb, type ControlVerb} from '../../spec/control.ts';
import {answerSchema} from '../../spec/control/hook-value.ts';
import {tokens} from '../../spec/json.ts';
import type {Schema} from '../../spec/schema.ts';
import {BrokenHook} from './broken-hook.ts';
import {giveFormats} from '../values/formats.ts';
import {typeText} from '../../spec/control/type-text.ts';

/** Judges the answers of hooks by the schema that each verb declares. */
export class HookAnswers {
  readonly #ajv = new Ajv2020({strict: false, verbose: true});
  readonly #validators = new Map<ControlVerb, ValidateFunction>();

  constructor() {
    giveFormats(this.#ajv);
  }

  /**
   * Checks the answer of a hook. What it contains is not shown, because it may be a secret.
   * @throws BrokenHook that names the hook, the member and what is expected of it
   */
  check(verb: ControlVerb, answered: unknown): void {
    const {answer} = describedVerb(verb);
    if (!answer) return;
    const satisfies = this.#validators.get(verb) ?? this.#ajv.compile(answerSchema(answer));
    this.#validators.set(verb, satisfies);
    if (satisfies(answered ?? null)) return;
    const [error] = satisfies.errors ?? [];
    throw new BrokenHook(verb, error ? problemOf(error) : 'wrong answer');
  }
}

/** What is wrong with an answer: `it answered no \`mails.0.to\`; a text is expected`. */
function problemOf({instancePath, keyword, params, parentSchema, data}: ErrorObject): string {
  const {properties = {}} = parentSchema as Schema;
  if (keyword === 'required') {
    const {missingProperty} = params as {missingProperty: string};
    const member = [...tokens(instancePath), missingProperty].join('.');
    return `it answered no \`${member}\`; expected: ${typeText(properties[missingProperty] ?? {})}`;
  }
  const member = tokens(instancePath).join('.');
  const where = member === '' ? '' : ` as \`${member}\``;
  return `it answered ${kindOf(data)}${where}; expected: ${typeText(parentSchema as Schema)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'nothing or null';
  if (value === '') return 'an empty text';
  if (Array.isArray(value)) return 'a list';
  return (
    {string: 'another text', number: 'a number', boolean: 'true or false'}[
      typeof value as string
    ] ?? 'an object'
  );
}
