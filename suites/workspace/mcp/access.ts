import type {Exchange, Role} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, holds, is, refused, summaryOf} from '../../judge.ts';
import type {Args, Handle, Script} from '../../script.ts';
import {BY_TOOL} from './by-tool.ts';

/**
 * The plainest tool. The first message that is refused decides: some servers let in whoever asks
 * and refuse his calls.
 */
const ask = (s: Script, args: Args): Handle => s.call('getAccount', {interface: 'mcp', ...args});

/** The same in a session that an agent began: the credential counts, not the session. */
const intrude = (s: Script, as: Role): Handle => ask(s, {as, present: 'in-an-agents-session'});

/** It was refused, beside the same call with a token that is good. */
const shut = (subject: Exchange, control: Exchange, branch: string): Judgement =>
  all(is(control, 'account', 'a-good-token-is-refused'), refused(subject, branch));

/** A token that is issued, opens the door once, and is made worthless. */
const spoilt = (rule: string, verb: 'expire-token' | 'revoke-token', branch: string): Check =>
  check({
    rule,
    act: (s) => {
      const issued = s.control('issue-token', {role: 'full'});
      const control = ask(s, {as: issued.at('/token')});
      s.control(verb, {id: issued.at('/id')});
      // It may take the server a moment to hear of it.
      return {control, subject: ask(s, {as: issued.at('/token'), until: {other: 200}})};
    },
    judge: ({control, subject}) => shut(subject, control, branch),
  }) as Check;

/** Who is let in at `/mcp` (Conventions 4). */
export const access: Check[] = [
  check({
    rule: 'workspace.mcp.call-without-token-is-refused',
    act: (s) => ({
      control: ask(s, BY_TOOL),
      subject: ask(s, {as: 'nobody'}),
      within: intrude(s, 'nobody'),
    }),
    judge: ({control, subject, within}) =>
      all(
        shut(within, control, 'let-into-a-session'),
        holds(subject.status === 401, {
          branch: 'let-in',
          expected: '401',
          got: summaryOf(subject),
          at: subject.status === 401 ? undefined : subject,
        }),
      ),
  }),
  check({
    rule: 'workspace.mcp.unknown-token-is-refused',
    act: (s) => ({
      control: ask(s, BY_TOOL),
      subject: ask(s, {as: 'unknown-credential'}),
      within: intrude(s, 'unknown-credential'),
      another: ask(s, {...BY_TOOL, present: 'another-end'}),
      longer: ask(s, {...BY_TOOL, present: 'longer'}),
      shorter: ask(s, {...BY_TOOL, present: 'one-shorter'}),
    }),
    judge: ({control, subject, within, another, longer, shorter}) =>
      all(
        shut(subject, control, 'a-made-up-token-opens'),
        refused(within, 'a-made-up-token-goes-on'),
        refused(another, 'another-end-opens'),
        refused(longer, 'a-longer-one-opens'),
        refused(shorter, 'its-beginning-opens'),
      ),
  }),
  check({
    rule: 'workspace.mcp.scope-is-needed',
    act: (s) => ({
      control: ask(s, BY_TOOL),
      subject: ask(s, {as: 'scopeless-agent'}),
      within: intrude(s, 'scopeless-agent'),
    }),
    judge: ({control, subject, within}) =>
      all(
        shut(subject, control, 'the-scope-is-not-looked-at'),
        refused(within, 'it-is-looked-at-when-a-session-begins'),
      ),
  }),
  check({
    rule: 'workspace.mcp.key-is-no-token',
    act: (s) => ({
      control: ask(s, BY_TOOL),
      subject: ask(s, {as: 'full'}),
      within: intrude(s, 'full'),
    }),
    judge: ({control, subject, within}) =>
      all(shut(subject, control, 'a-key-opens'), refused(within, 'a-key-goes-on')),
  }),
  spoilt('workspace.mcp.expired-token-is-refused', 'expire-token', 'an-expired-token-opens'),
  spoilt('workspace.mcp.revoked-token-is-refused', 'revoke-token', 'a-revoked-token-opens'),
];
