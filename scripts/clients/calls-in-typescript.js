// The calls of a plan as a program in TypeScript, so that the compiler compares them with the types of a client.
const json = (value) => JSON.stringify(value);
const camel = (name) =>
  name
    .replaceAll(/[-_](\w)/g, (_, letter) => letter.toUpperCase())
    .replace(/^[A-Z]/, (one) => one.toLowerCase());
const within = (step, place) => step.parameters.filter((one) => one.in === place);
const valueOf = (step, one) =>
  one.in === 'path' ? step.path[within(step, 'path').indexOf(one)] : step.params[one.name];
const sent = (step, place) =>
  Object.fromEntries(
    within(step, place)
      .map((one) => [one.name, valueOf(step, one)])
      .filter(([, value]) => value !== undefined),
  );

/** By client: what its program begins with, and the expression that makes a call and gives what was decoded. */
const DIALECTS = {
  'openapi-fetch': {
    begin: ({header, credential}) => `
      import createClient from 'openapi-fetch';
      import type {paths} from './client.js';
      const headers = ${json({[header]: credential})};
      const clientOf = (baseUrl: string) =>
        createClient<paths>({baseUrl, headers, redirect: 'manual'});`,
    call(step) {
      const places = ['path', 'query', 'header'].filter((place) => within(step, place).length);
      const params = Object.fromEntries(places.map((place) => [place, sent(step, place)]));
      const options = {params, ...(step.body && {body: step.body})};
      return `(await clientOf(${json(step.url)}).${step.method.toUpperCase()}(${json(step.template)}, ${json(options)})).data`;
    },
  },
  orval: {
    begin: ({header, credential}) => `
      import * as client from './client.js';
      const {fetch} = globalThis;
      let url = '';
      globalThis.fetch = (path, init) => fetch(url + String(path), {
        ...init,
        headers: {...init?.headers as Record<string, string>, ${json(header)}: ${json(credential)}},
        redirect: 'manual',
      });`,
    call(step) {
      const query = within(step, 'query').length ? [json(sent(step, 'query'))] : [];
      const parts = [...step.path.map(json), ...(step.body ? [json(step.body)] : []), ...query];
      const args = [...parts, json({headers: sent(step, 'header')})].join(', ');
      return `(url = ${json(step.url)}, await client.${step.operation}(${args})).data`;
    },
  },
  'typescript-fetch': {
    begin: ({header, credential}) => `
      import * as client from './index';
      const headers = ${json({[header]: credential})};
      const at = (basePath: string) => new client.Configuration({basePath, headers});`,
    call(step) {
      const given = step.parameters.filter((one) => valueOf(step, one) !== undefined);
      const written = given.map((one) => {
        const value = json(valueOf(step, one));
        return `${camel(one.name)}: ${one.schema.format === 'date' ? `new Date(${value})` : value}`;
      });
      if (step.body)
        written.push(
          `${camel(step.bodyType)}: client.${step.bodyType}FromJSON(${json(step.body)})`,
        );
      const argument = step.parameters.length || step.body ? `{${written.join(', ')}}` : '';
      const tag = step.tag.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
      return `await new client.${tag}Api(at(${json(step.url)})).${step.operation}(${argument})`;
    },
  },
};

/** A program that makes the calls, and prints a line of JSON for each: what it decoded, or its error. */
export function program(dialect, plan) {
  const {begin, call} = DIALECTS[dialect];
  const calls = plan.steps.map(
    (step) => `await made(${json(step.operation)}, async () => ${call(step)});`,
  );
  return `${begin(plan)}
async function made(operation: string, call: () => Promise<unknown>) {
  try {
    console.log(JSON.stringify({operation, value: await call()}));
  } catch (error) {
    console.log(JSON.stringify({operation, error: String(error)}));
  }
}
void (async () => {
${calls.join('\n')}
})();
`;
}
