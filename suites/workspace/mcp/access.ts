import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectThat, expectRefused, summaryOf, when} from '../../language/judge.ts';
import {expectAllRefused} from '../../language/requests.ts';
import type {Args, Handle, Script} from '../../language/script.ts';
import {BY_TOOL} from './by-tool.ts';

/**
 * Records a call of the simplest tool in a new session. The first refused message counts: some
 * servers let everybody begin a session and refuse the calls in it.
 */
const callTool = (s: Script, args: Args): Handle =>
  s.call('getAccount', {interface: 'mcp', ...args});

/** The call is refused, and the same call with a valid token is served. */
const expectRefusedBeside = (subject: Exchange, control: Exchange, branch: string): Judgement =>
  when(
    control.situations.includes('account'),
    `the same call with a good token was answered ${summaryOf(control)}`,
    () => expectRefused(subject, branch),
  );

/** A check in which a token is issued, used once, and then expired or revoked by the target. */
const checkNoLongerAccepted = (
  rule: string,
  verb: 'expire-token' | 'revoke-token',
  branch: string,
): Check =>
  check({
    rule,
    act: (s) => {
      const issued = s.control('issue-token', {role: 'full'});
      const as = issued.at('/token');
      const within: Args = {as, present: 'in-its-own-session'};
      const control = callTool(s, {as});
      const begun = callTool(s, within);
      s.control(verb, {id: issued.at('/id')});
      // The server may notice it a moment later.
      const until = {other: 200};
      return {
        control,
        begun,
        subject: callTool(s, {as, until}),
        within: callTool(s, {...within, until}),
      };
    },
    judge: ({control, begun, subject, within}) =>
      all(
        expectRefusedBeside(subject, control, branch),
        expectRefusedBeside(within, begun, `${branch}-in-its-session`),
      ),
  });

/** Presents a credential in a session that an agent has begun: it is checked there, too. */
const IN_A_SESSION = {present: 'in-an-agents-session'} as const;

/**
 * A check of calls that are refused beside one with a good token.
 * @param subject whose call it is, if its own session is refused
 * @param others further calls
 */
const checkRefused = (rule: string, subject: Role, others: Record<string, Args> = {}): Check =>
  check({
    rule,
    act: (s) => {
      const calls = {'in a session': {as: subject, ...IN_A_SESSION}, ...others};
      const asked = Object.entries(calls).map(([name, args]) => [name, callTool(s, args)]);
      return {
        control: callTool(s, BY_TOOL),
        subject: callTool(s, {as: subject}),
        ...(Object.fromEntries(asked) as Record<string, Handle>),
      };
    },
    judge: ({control, subject: call, ...calls}) =>
      all(
        expectRefusedBeside(call, control, 'let in'),
        expectAllRefused(calls as Record<string, Exchange>, 'let in'),
      ),
  });

/** Which credentials the MCP server accepts (Rule 4). */
export const access: Check[] = [
  check({
    rule: 'workspace.mcp.call-without-token-is-refused',
    act: (s) => ({
      control: callTool(s, BY_TOOL),
      subject: callTool(s, {as: 'nobody'}),
      within: callTool(s, {as: 'nobody', ...IN_A_SESSION}),
    }),
    judge: ({control, subject, within}) =>
      all(
        expectRefusedBeside(within, control, 'let-into-a-session'),
        expectThat(subject.status === 401, {
          branch: 'let-in',
          expected: 'a call without a token to be answered 401',
          got: summaryOf(subject),
          at: subject.status === 401 ? undefined : subject,
          isOfRefusal: true,
        }),
      ),
  }),
  checkRefused('workspace.mcp.unknown-token-is-refused', 'unknown-credential', {
    another: {...BY_TOOL, present: 'another-end'},
    longer: {...BY_TOOL, present: 'longer'},
    shorter: {...BY_TOOL, present: 'one-shorter'},
    otherCase: {...BY_TOOL, present: 'other-case'},
  }),
  checkRefused('workspace.mcp.scope-is-needed', 'scopeless-agent'),
  checkRefused('workspace.mcp.key-is-no-token', 'full'),
  checkNoLongerAccepted(
    'workspace.mcp.expired-token-is-refused',
    'expire-token',
    'an-expired-token-opens',
  ),
  checkNoLongerAccepted(
    'workspace.mcp.revoked-token-is-refused',
    'revoke-token',
    'a-revoked-token-opens',
  ),
];
