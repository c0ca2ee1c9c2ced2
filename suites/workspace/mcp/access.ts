import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, holds, is, refused, told} from '../../judge.ts';
import type {Args, Handle, Script} from '../../script.ts';
import {BY_TOOL} from './by-tool.ts';

/** The plainest tool. The first message that is refused decides: some servers let in whoever asks and refuse his calls. */
const ask = (s: Script, args: Args): Handle => s.call('getAccount', {face: 'mcp', ...args});

/** It was refused, beside the same call with a token that is good. */
const shut = (subject: Exchange, control: Exchange, branch: string): Judgement => all(is(control, 'account', 'a-good-token-is-refused'), refused(subject, branch));

/** A token that is issued, opens the door once, and is made worthless. */
const spoilt = (rule: string, verb: 'expire-token' | 'revoke-token', branch: string): Check =>
  check({
    rule,
    act: (s) => {
      const issued = s.control('issue-token', {role: 'full'});
      const control = ask(s, {as: issued.at('/token')});
      s.control(verb, {id: issued.at('/id')});
      return {control, subject: ask(s, {as: issued.at('/token')})};
    },
    judge: ({control, subject}) => shut(subject, control, branch),
  }) as Check;

/** Who is let in at `/mcp` (Conventions 4). */
export const access: Check[] = [
  check({
    rule: 'workspace.mcp.call-without-token-is-refused',
    act: (s) => ({control: ask(s, BY_TOOL), subject: ask(s, {as: 'nobody'})}),
    judge: ({control, subject}) =>
      all(is(control, 'account', 'a-good-token-is-refused'), holds(subject.status === 401, {branch: 'let-in', expected: '401', got: told(subject), at: subject.status === 401 ? undefined : subject})),
  }),
  check({
    rule: 'workspace.mcp.unknown-token-is-refused',
    act: (s) => ({
      control: ask(s, BY_TOOL), subject: ask(s, {as: 'stranger'}),
      another: ask(s, {...BY_TOOL, present: 'another-end'}), longer: ask(s, {...BY_TOOL, present: 'longer'}), shorter: ask(s, {...BY_TOOL, present: 'one-shorter'}),
    }),
    judge: ({control, subject, another, longer, shorter}) =>
      all(
        shut(subject, control, 'a-made-up-token-opens'), refused(another, 'another-end-opens'), refused(longer, 'a-longer-one-opens'), refused(shorter, 'its-beginning-opens'),
      ),
  }),
  check({
    rule: 'workspace.mcp.scope-is-needed',
    act: (s) => ({control: ask(s, BY_TOOL), subject: ask(s, {as: 'scopeless-agent'})}),
    judge: ({control, subject}) => shut(subject, control, 'the-scope-is-not-looked-at'),
  }),
  check({
    rule: 'workspace.mcp.key-is-no-token',
    act: (s) => ({control: ask(s, BY_TOOL), subject: ask(s, {as: 'full'})}),
    judge: ({control, subject}) => shut(subject, control, 'a-key-opens'),
  }),
  spoilt('workspace.mcp.expired-token-is-refused', 'expire-token', 'an-expired-token-opens'),
  spoilt('workspace.mcp.revoked-token-is-refused', 'revoke-token', 'a-revoked-token-opens'),
];
