import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectThat, expectRefused, summaryOf, when} from '../../language/judge.ts';
import type {Args, Handle, Script} from '../../language/script.ts';
import {BY_TOOL} from './by-tool.ts';

/**
 * Records a call of the simplest tool in a new session. The first refused message counts: some
 * servers let everybody begin a session and refuse the calls in it.
 */
const callTool = (s: Script, args: Args): Handle =>
  s.call('getAccount', {interface: 'mcp', ...args});

/**
 * Records the same call in a session that an agent has begun: the credential is checked there, too.
 */
const callInSession = (s: Script, as: Role): Handle =>
  callTool(s, {as, present: 'in-an-agents-session'});

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

/** Which credentials the MCP server accepts (Rule 4). */
export const access: Check[] = [
  check({
    rule: 'workspace.mcp.call-without-token-is-refused',
    act: (s) => ({
      control: callTool(s, BY_TOOL),
      subject: callTool(s, {as: 'nobody'}),
      within: callInSession(s, 'nobody'),
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
  check({
    rule: 'workspace.mcp.unknown-token-is-refused',
    act: (s) => ({
      control: callTool(s, BY_TOOL),
      subject: callTool(s, {as: 'unknown-credential'}),
      within: callInSession(s, 'unknown-credential'),
      another: callTool(s, {...BY_TOOL, present: 'another-end'}),
      longer: callTool(s, {...BY_TOOL, present: 'longer'}),
      shorter: callTool(s, {...BY_TOOL, present: 'one-shorter'}),
      otherCase: callTool(s, {...BY_TOOL, present: 'other-case'}),
    }),
    judge: ({control, subject, within, another, longer, shorter, otherCase}) =>
      all(
        expectRefusedBeside(subject, control, 'a-made-up-token-opens'),
        expectRefused(within, 'a-made-up-token-goes-on'),
        expectRefused(another, 'another-end-opens'),
        expectRefused(longer, 'a-longer-one-opens'),
        expectRefused(shorter, 'its-beginning-opens'),
        expectRefused(otherCase, 'its-other-case-opens'),
      ),
  }),
  check({
    rule: 'workspace.mcp.scope-is-needed',
    act: (s) => ({
      control: callTool(s, BY_TOOL),
      subject: callTool(s, {as: 'scopeless-agent'}),
      within: callInSession(s, 'scopeless-agent'),
    }),
    judge: ({control, subject, within}) =>
      all(
        expectRefusedBeside(subject, control, 'the-scope-is-not-looked-at'),
        expectRefused(within, 'it-is-looked-at-when-a-session-begins'),
      ),
  }),
  check({
    rule: 'workspace.mcp.key-is-no-token',
    act: (s) => ({
      control: callTool(s, BY_TOOL),
      subject: callTool(s, {as: 'full'}),
      within: callInSession(s, 'full'),
    }),
    judge: ({control, subject, within}) =>
      all(
        expectRefusedBeside(subject, control, 'a-key-opens'),
        expectRefused(within, 'a-key-goes-on'),
      ),
  }),
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
