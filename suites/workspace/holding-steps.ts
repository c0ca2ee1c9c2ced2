/** What a workspace is asked for, and what hooks do to it, in courses (Endpoints; States). */

import type {Exchange} from '../../spec/exchange.ts';
import {toText} from '../../spec/json.ts';
import type {ControlVerb} from '../../spec/control.ts';
import type {Val} from '../../spec/value.ts';
import {seconds, type Handle, type Script} from '../language/script.ts';
import type {Known, Step} from '../tables/course.ts';
import {readAccount, reservationOf} from './publishing.ts';
import {awaitEnd, readRun, readUntilEnded, report, start} from './running.ts';
import {publishBeforeTools, type Uploaded} from './versions.ts';

/** A publication with its file, and a run with its report. */
export interface Holding extends Uploaded {
  run: Handle;
}

/** Calls a hook, where the target has it. */
const callHook = (s: Script, verb: ControlVerb, args: Record<string, Val> = {}) =>
  s.offers(`control:${verb}`) ? s.control(verb, {role: 'full', ...args}) : undefined;

/** Calls a hook, where the target has it, and waits: figures may lag a moment behind. */
function hook(s: Script, verb: ControlVerb, args: Record<string, Val>): Handle | undefined {
  const done = callHook(s, verb, args);
  if (done) s.advance(seconds(5));
  return done;
}

/** What the hook says of the plan that the workspace has. */
const presentPlan = (s: Script): Handle | undefined => callHook(s, 'set-plan');

/** Puts the workspace on a plan. @param plan where the answer of the hook names it */
function setPlan(s: Script, plan: '/plans/0' | '/plans/1'): Handle | undefined {
  const plans = presentPlan(s);
  return plans && hook(s, 'set-plan', {plan: plans.at(plan)}) && presentPlan(s);
}

/** Reads the account on each of two plans, and puts the workspace back on its own: others may leave no place. */
function readOnPlans(s: Script): Record<string, Handle | undefined> {
  const own = presentPlan(s);
  const second = setPlan(s, '/plans/1');
  const onSecond = readAccount(s);
  const first = setPlan(s, '/plans/0');
  const onFirst = readAccount(s);
  if (own) hook(s, 'set-plan', {plan: own.at('/plan')});
  return {second, onSecond, first, onFirst, own};
}

/** Records what makes a holding. @returns the handles by which it is recognized, too */
export function makeHolding(s: Script): {cast: Holding; made: Record<string, Handle | undefined>} {
  const uploaded = publishBeforeTools(s);
  const run = start(s, uploaded.registration, 'unmetered_tool', {expects: 'accepted'});
  awaitEnd(s, run);
  const plans = readOnPlans(s);
  const ended = readRun(s, run);
  const reported = report(s, run);
  const cast = {...uploaded, run};
  return {cast, made: {...plans, ended, reported}};
}

/** What the account shows on the plans of the hook, and what it has to show now: undefined where that is open. */
export interface KnownPlan {
  shown: Readonly<Record<string, unknown>>;
  now: unknown;
  isUnresolved: boolean;
}

/** The plans that accounts showed, by the names that the hook has for them. */
export function plansShown({
  second,
  onSecond,
  first,
  onFirst,
  own,
}: Record<string, Exchange>): KnownPlan {
  const named = (plan: Exchange | undefined, account: Exchange | undefined): [string, unknown][] =>
    plan && account ? [[toText(plan.body?.plan), account.body.plan as unknown]] : [];
  const shown = Object.fromEntries([...named(second, onSecond), ...named(first, onFirst)]);
  return {shown, now: own && shown[toText(own.body?.plan)], isUnresolved: false};
}

/** The account shows the plan that the hook says the workspace has; without a plan that can be resolved, that is open. */
const onPlan = (
  known: Known,
  {body}: Exchange,
  isUnresolved = planIn(known).isUnresolved,
): Known => {
  const plan = planIn(known);
  const now = isUnresolved ? undefined : plan.shown[toText(body?.plan)];
  return {...known, account: {...plan, isUnresolved, now}};
};

const planIn = ({account}: Known): KnownPlan => account as KnownPlan;

/** Runs a tool to its end, which a hook may determine. */
const ran =
  (tool: string, end: string) =>
  (s: Script, {registration}: Holding): Handle => {
    callHook(s, 'end-runs', {as: [end]});
    // A deployment may refuse it (NS-WS-19).
    const run = start(s, registration, tool);
    readUntilEnded(s, run, {optional: true});
    callHook(s, 'end-runs', {as: []});
    // A read may lag a moment behind the end of a run.
    s.advance(seconds(5));
    return run;
  };

const BOOK = ['publication', 'run', 'download', 'report'];

/** Every step of a course, by what it does. */
export const STEPS: Record<string, Step<Holding>> = {
  'an unresolvable plan': {
    op: 'control unresolve-plan',
    about: ['account'],
    isCommon: true,
    isState: true,
    leaves: (known, response) => onPlan(known, response, true),
    record: (s) => hook(s, 'unresolve-plan', {unresolved: true}),
  },
  'another plan': {
    op: 'control set-plan',
    about: ['account'],
    isCommon: true,
    isState: true,
    leaves: onPlan,
    record: (s) => setPlan(s, '/plans/1'),
  },
  'a resolvable plan': {
    op: 'control unresolve-plan',
    about: ['account'],
    isCommon: true,
    undoes: 'an unresolvable plan',
    leaves: (known, response) => onPlan(known, response, false),
    record: (s) => {
      hook(s, 'unresolve-plan', {unresolved: false});
      return presentPlan(s);
    },
  },
  'the first plan': {
    op: 'control set-plan',
    about: ['account'],
    isCommon: true,
    undoes: 'another plan',
    leaves: onPlan,
    record: (s) => setPlan(s, '/plans/0'),
  },
  'no downloads': {
    op: 'control withhold-downloads',
    about: BOOK,
    isCommon: true,
    isState: true,
    leaves: (known) => ({...known, download: undefined}),
    record: (s) => hook(s, 'withhold-downloads', {withheld: true}),
  },
  'downloads again': {
    op: 'control withhold-downloads',
    about: BOOK,
    isCommon: true,
    undoes: 'no downloads',
    leaves: (known) => ({...known, download: 'redirect'}),
    record: (s) => hook(s, 'withhold-downloads', {withheld: false}),
  },
  'no place left': {
    op: 'control leave-places',
    about: ['account', 'upload'],
    isCommon: true,
    isState: true,
    record: (s) => hook(s, 'leave-places', {places: 0}),
  },
  'places again': {
    op: 'control leave-places',
    about: ['account', 'upload'],
    isCommon: true,
    undoes: 'no place left',
    record: (s) => hook(s, 'leave-places', {places: null}),
  },
  'a repair': {op: 'startRun', about: BOOK, record: ran('replacing_tool', 'succeeded')},
  'another repair': {op: 'startRun', about: BOOK, record: ran('other_replacing_tool', 'succeeded')},
  'a repair that is rejected': {
    op: 'startRun',
    about: BOOK,
    record: ran('other_replacing_tool', 'rejected'),
  },
  'a repair that fails': {op: 'startRun', about: BOOK, record: ran('replacing_tool', 'failed')},
  'another reservation': {
    op: 'createUpload',
    about: ['upload', 'account'],
    // Without a place, or without storage, it may be refused.
    record: (s) => s.call('createUpload', {body: reservationOf(s)}),
  },
};
