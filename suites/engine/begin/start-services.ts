import {ServedAndRefused} from '../judge/served-and-refused.ts';
import {HttpClient} from '../../target/client.ts';
import {Codec} from '../../target/codec.ts';
import {ErasSeen} from '../../target/tool-revisions.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import {MadeByScenes} from '../evidence/steps-of-others.ts';
import {RequestCache} from '../send/cache/request-cache.ts';
import {CircuitBreaker} from '../send/pacing/circuit-breaker.ts';
import {conformanceOf} from '../judge/conformance.ts';
import {CoverageCounter} from '../plan/coverage.ts';
import {HookUndos} from '../send/ledger/hook-undos.ts';
import {Ledger} from '../send/ledger/ledger.ts';
import {RenewalsSeen} from '../judge/renewed-allowance.ts';
import {FormsSeen} from '../send/forms-seen.ts';
import {ListsSeen} from '../send/late-lists.ts';
import {MailPatience} from '../send/pacing/mail-patience.ts';
import {HookEvidence} from '../judge/hook-evidence.ts';
import {MixedUpLines} from '../judge/mixed-up-lines.ts';
import {RateLimitRetry} from '../send/pacing/rate-limit-retry.ts';
import {Pacer} from '../send/pacing/pacer.ts';
import {alwaysPlainKinds} from '../plan/prepare.ts';
import {drawNonce} from '../facts/ports.ts';
import {Redaction} from '../evidence/redaction.ts';
import type {RunOptions} from './run-options.ts';
import type {RunServices} from '../judge/run-services.ts';
import {ConsistencyWait} from '../send/pacing/consistency-wait.ts';
import {ToolSessions} from '../send/tool-sessions.ts';

/** Creates the services of a run. Their HTTP client has to be closed after the run. */
export function startServices(options: RunOptions): RunServices {
  const {specifications, target, seed, maxRequests = Infinity, signal, onExchange} = options;
  const {onInterruptedCleanUp, hardStop, onHook} = options;
  const eras = erasOf(options);
  const lines = new LineEvidence();
  const codecOf = (api: 'workspace' | 'store'): Codec =>
    new Codec(specifications[api].contract, target.profile(api), lines);
  const codecs = {workspace: codecOf('workspace'), store: codecOf('store')};
  const nonce = target.shared ? (options.nonce ?? drawNonce()) : undefined;
  const ledger = ledgerOf(target, nonce);
  const shared = target.shared ? sharedServices(options, codecs, eras) : undefined;
  return {
    specifications,
    target,
    clock: options.clock,
    seed,
    ...(nonce !== undefined && {nonce}),
    client: new HttpClient(options.timeout, hardStop, target.proxies),
    codecs,
    lines,
    mixedUp: new MixedUpLines(target, specifications),
    conformance: options.conformance ?? conformanceOf(specifications, target),
    eras,
    ledger,
    forms: new FormsSeen(),
    redaction: new Redaction(ledger, target.kind === 'deployment'),
    breaker: new CircuitBreaker(),
    coverage: new CoverageCounter(
      alwaysPlainKinds(target.shared),
      target.apis.map((api) => specifications[api].contract),
    ),
    setups: new Map(),
    doubtfulRoles: options.doubtfulRoles ?? new Map(),
    unlikeRoles: new Set(),
    hooks: new HookEvidence(target.clock, () => shared?.pacer.time.limitsFollow),
    ...(shared && {sharedTarget: shared}),
    maxRequests,
    ...(signal && {signal}),
    ...(onInterruptedCleanUp && {onInterruptedCleanUp}),
    ...(hardStop && {hardStop}),
    ...(options.isRehearsal && {isRehearsal: options.isRehearsal}),
    ...(onExchange && {onExchange}),
    ...(onHook && {onHook}),
  };
}

/** What earlier requests have shown of the server of MCP. */
const erasOf = ({eras = new ErasSeen()}: RunOptions): ErasSeen => eras;

/** The ledger of a run, which knows the secrets of the target and keeps what a shared one is left with. */
function ledgerOf({creations, secrets = []}: RunOptions['target'], nonce?: string): Ledger {
  const ledger = new Ledger(nonce === undefined ? undefined : creations?.begin(nonce));
  for (const secret of secrets) ledger.noteSecret(secret);
  return ledger;
}

function sharedServices(
  {pacer: given, clock, target, undos}: RunOptions,
  codecs: RunServices['codecs'],
  eras: ErasSeen,
): RunServices['sharedTarget'] {
  const cache = new RequestCache({
    method: (call) => call.method ?? codecs[call.api].operation(call.op).method,
    turnsPages: (call) => codecs[call.api].operation(call.op).pager !== undefined,
  });
  const mayWait = (ms: number): boolean => !target.lacks(`time:${ms}`);
  const pacer = given ?? new Pacer(target.clock ?? clock);
  return {
    pacer,
    rateLimitRetry: new RateLimitRetry(pacer.time, (ms) => !target.lacks(`wait:${ms}`)),
    consistencyWait: new ConsistencyWait(mayWait),
    cache,
    sessions: new ToolSessions(eras),
    undos: undos ?? new HookUndos(target.undos),
    lists: new ListsSeen(),
    renewals: new RenewalsSeen(),
    mails: new MailPatience(),
    made: new MadeByScenes(),
    answered: new ServedAndRefused(),
  };
}
