import type {Call, Role, Step} from '../../../spec/step.ts';
import {AGENT_ROLES} from '../../target/oauth-client.ts';

/**
 * The number of requests that begin a session with an MCP server: `initialize`, the notification
 * `initialized`, and the list of the tools.
 */
const SESSION_REQUESTS = 3;

/** The most pages for which a walk is counted. */
const MAX_COUNTED_PAGES = 3;

/** Every step, including those inside repetitions, walks and races. */
export function* everyStep(steps: Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    yield* everyStep(innerSteps(step));
  }
}

/** The request of a step that calls an operation, once or page by page. */
export function callOf(step: Step): Call | undefined {
  if (step.step === 'walk') return step.page;
  return step.step === 'call' ? step : undefined;
}

/** The races in which steps are sent, by the ids of the steps. */
export function racesIn(steps: Step[]): Map<string, Step> {
  const races = [...everyStep(steps)].filter(({step}) => step === 'parallel');
  return new Map(
    races.flatMap((race) => [...everyStep(innerSteps(race))].map(({id}) => [id, race] as const)),
  );
}

/** The calls that are sent once, alone or in a race, by the ids of their steps. */
export function singleCallsIn(steps: Step[]): Map<string, Call> {
  const raced = steps.flatMap((step) => (step.step === 'parallel' ? step.branches.flat() : []));
  const calls = [...steps, ...raced].filter((step): step is Call => step.step === 'call');
  return new Map(calls.map((call) => [call.id, call]));
}

/** The steps directly inside a step. */
function innerSteps(step: Step): Step[] {
  if (step.step === 'repeat') return step.body;
  if (step.step === 'walk') return [step.page, ...(step.between?.body ?? [])];
  return step.step === 'parallel' ? step.branches.flat() : [];
}

/** Milliseconds by which steps move the deployment's clock; a repeated step is counted once. */
export const advancedIn = (steps: Step[]): number =>
  [...everyStep(steps)].reduce((total, step) => total + (step.step === 'advance' ? step.ms : 0), 0);

/** The agents with whose tokens steps are sent, to the MCP server or, wrongly, to the API. */
export function agentsOf(steps: Step[]): Set<Role> {
  const senders = [...everyStep(steps)].map((step) => ('as' in step ? step.as : undefined));
  return new Set(AGENT_ROLES.filter((role) => senders.includes(role)));
}

/**
 * The most requests that steps send. A walk is counted as three pages, and each agent begins a session.
 * On a shared target there may be fewer, since scenes share sessions there.
 */
export const requestsOf = (steps: Step[]): number => sentBy(steps) + sessionRequests(steps);

function sentBy(steps: Step[]): number {
  let total = 0;
  for (const step of steps) {
    if (step.step === 'call' || step.step === 'upload' || step.step === 'download') total += 1;
    if (step.step === 'repeat') total += step.times * sentBy(step.body);
    if (step.step === 'parallel') total += sentBy(step.branches.flat());
    if (step.step === 'walk')
      total += Math.min(MAX_COUNTED_PAGES, step.atMost) + sentBy(step.between?.body ?? []);
  }
  return total;
}

function sessionRequests(steps: Step[]): number {
  const agents = [...everyStep(steps)].flatMap((step) => {
    const usesSession = step.step === 'tools' || (step.step === 'call' && step.interface);
    return usesSession ? [JSON.stringify(step.as)] : [];
  });
  return SESSION_REQUESTS * new Set(agents).size;
}

/** The calls among steps, and how often each is sent. The pages of walks are left out, since they leave nothing. */
export function callsOf(steps: Step[], times = 1): {call: Call; times: number}[] {
  return steps.flatMap((step) => {
    if (step.step === 'call') return [{call: step, times}];
    if (step.step === 'repeat') return callsOf(step.body, times * step.times);
    if (step.step === 'walk') return callsOf(step.between?.body ?? [], times);
    return step.step === 'parallel' ? callsOf(step.branches.flat(), times) : [];
  });
}
