import type {Errors, Faults, Reply} from './types.ts';

/** A refusal in the general error shape. */
export function refuse(status: number, message: string): Reply {
  return {status, body: {CODE: 'error', message, errors: {}, hint: null}};
}

/** 404 in the error shape. */
export function notFound(what: string): Reply {
  return refuse(404, `There is no such ${what} here.`);
}

/** Notes a refusal of a field. */
export function blame(errors: Errors, field: string, text: string): void {
  errors.set(field, [...(errors.get(field) ?? []), text]);
}

function camelCased(field: string): string {
  return field.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function fieldMap(errors: Errors, faults: Faults): unknown {
  const named = [...errors].map(([field, texts]): [string, unknown] => {
    const wrong = field === 'new_password' && faults.has('errors-password-key');
    const written = faults.has('errors-camel-case') ? camelCased(field) : field;
    const key = wrong ? 'password' : written;
    return [key, faults.has('errors-plain-strings') ? texts.join(' ') : texts];
  });
  if (faults.has('errors-as-list')) {
    return named.map(([field, texts]) => ({field, texts}));
  }
  const all = Object.fromEntries(named);
  if (!faults.has('errors-name-all-fields')) return all;
  return {email: [], external_id: [], new_password: [], sessions_limit: [], ...all};
}

/** 422 with the refused fields. */
export function invalid(errors: Errors, faults: Faults): Reply {
  const fields = fieldMap(errors, faults);
  const text = `Please correct ${errors.size} field(s).`;
  const message = faults.has('errors-message-list') ? [text] : text;
  const code = faults.has('errors-no-code') ? {} : {CODE: 'error'};
  const status = faults.has('validation-400') ? 400 : 422;
  const told = faults.has('errors-message-missing') ? {} : {message};
  const reply: Reply = {status, body: {...code, ...told, errors: fields, hint: null}};
  if (faults.has('errors-text-plain')) reply.headers = {'Content-Type': 'text/plain'};
  return reply;
}

/** 422 for one field. */
export function invalidField(field: string, text: string, faults: Faults): Reply {
  return invalid(new Map([[field, [text]]]), faults);
}
