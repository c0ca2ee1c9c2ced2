import type {Command} from '../../../spec/relation.ts';
import type {Evidence, RacedAt} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import {commandsOf} from './commands.ts';
import {CurlWriter} from './curl.ts';
import {neededSteps, type Focus, type SentStep} from './needed-steps.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import type {Redaction} from './redaction.ts';
import {racesIn} from '../plan/steps.ts';
import type {Acted} from './steps-of-others.ts';
import type {Target} from '../../target/target.ts';

/** The most exchanges that evidence shows. */
const MAX_EXCHANGES = 40;

/** The subject of evidence. */
export interface About extends Partial<Focus> {
  /** The exchanges of the set-up, which an earlier scene may have sent, and the calls of hooks. */
  setUp?: readonly Exchange[] | undefined;
  /** The commands of the model, for a sequence. */
  sequence?: Command[] | undefined;
  /** The drawn values, for a property. */
  draw?: Record<string, Val> | undefined;
  /** Steps of other scenes that made what the responses show, before those of the scene. */
  others?: Acted | undefined;
  /** The deployment whose hook `advance` lets time pass, if it has one. */
  target?: Pick<Target, 'shared' | 'lacks'> | undefined;
}

/**
 * The redacted exchanges behind a verdict, with the commands that repeat them. Of everything that was sent,
 * only what the violation needs is included.
 * @param exchanges the exchanges of the scene so far, in order
 */
export function evidenceOf(
  {id, given, act, handles}: Pick<PreparedScene, 'id' | 'given' | 'act' | 'handles'>,
  exchanges: readonly Exchange[],
  redaction: Redaction,
  {
    violating = [],
    read = [],
    endsThere = false,
    setUp = [],
    sequence,
    draw,
    others = NOTHING,
    target,
  }: About = {},
): Evidence {
  const steps = [...others.steps, ...given, ...act];
  const isAboutSomething = violating.length > 0 || read.length > 0;
  const own = isAboutSomething ? exchanges : exchanges.slice(-MAX_EXCHANGES);
  const sent = [...others.exchanges, ...withSetUp(own, setUp)];
  const needed = neededSteps(steps, sent, {
    violating,
    read,
    endsThere: endsThere || sequence !== undefined,
  });
  const {lines, shown} = commandsOf(needed, violating, {
    writer: new CurlWriter(
      redaction,
      needed.map(({step}) => step),
    ),
    hasAdvance: target?.shared === true && !target.lacks('control:advance'),
  });
  const racedAt = raceTimes(steps, exchanges);
  return {
    scene: id,
    steps,
    handles: Object.fromEntries(
      Object.entries(handles).map(([name, handle]) => [name, [handle.id]]),
    ),
    curl: lines,
    shown,
    requests: sent.filter(({hook}) => !hook).length,
    exchanges: mostOf(needed, violating).map((exchange) => {
      const race = racedAt.get(exchange);
      return {...redacted(exchange, redaction), ...(race && {race})};
    }),
    ...(sequence && {sequence}),
    ...(draw && {draw}),
  };
}

const NOTHING: Acted = {steps: [], exchanges: []};

/** When the requests of races were sent and answered. */
function raceTimes(
  steps: readonly Step[],
  exchanges: readonly Exchange[],
): ReadonlyMap<Exchange, RacedAt> {
  const races = racesIn([...steps]);
  const first = new Map<string, number>();
  const raced = exchanges.flatMap((exchange) => {
    const race = exchange.hook ? undefined : races.get(exchange.step);
    const isOfSeveral = race?.step === 'parallel' && race.branches.length > 1;
    return isOfSeveral ? [{exchange, step: race.id}] : [];
  });
  for (const {exchange, step} of raced)
    first.set(step, Math.min(first.get(step) ?? Infinity, exchange.sentAt));
  return new Map(
    raced.map(({exchange, step}) => {
      const after = (instant: number): number => rounded(instant - (first.get(step) ?? 0));
      const {sentAt, gotAt} = exchange;
      return [exchange, {step, sentAt: after(sentAt), gotAt: after(gotAt)}];
    }),
  );
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Exchanges after those of the set-up that are not among them. */
function withSetUp(sent: readonly Exchange[], setUp: readonly Exchange[]): Exchange[] {
  const sentIds = new Set(sent.map(({step}) => step));
  return [...setUp.filter(({step}) => !sentIds.has(step)), ...sent];
}

/** An exchange as reports show it. */
export const redacted = (
  {step, op, status, situations, sent, body, hook}: Exchange,
  redaction: Redaction,
): Evidence['exchanges'][number] => ({
  step,
  op,
  status,
  situations,
  method: sent.method,
  url: redaction.text(sent.url),
  body: hook ? redaction.answer(body) : redaction.body(body),
});

/** The last exchanges, and those that show the violation. */
function mostOf(sent: readonly SentStep[], violating: readonly string[]): Exchange[] {
  const all = sent.flatMap(({exchanges}) => exchanges);
  const last = all.slice(-MAX_EXCHANGES);
  const showing = violating.flatMap((id) => all.findLast(({step}) => step === id) ?? []);
  return [...showing.filter((exchange) => !last.includes(exchange)), ...last];
}
