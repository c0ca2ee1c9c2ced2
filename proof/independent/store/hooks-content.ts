import {conversionTime} from './content/conversion.ts';
import {issueNamed} from './content/find.ts';
import type {Features, Issue} from './content/types.ts';
import {addReading, continueReading, generateReading} from './hooks-reading.ts';
import type {Context, Json, Reply} from './types.ts';

/** A hook of the chapters of content and reading. */
type Verb = (context: Context, args: Json) => Reply;

function fail(status: number, error: string): Reply {
  return {status, body: {error}};
}

/** A hook that needs content: its number, as a number or a text, or its external_id. */
function onIssue(act: (context: Context, issue: Issue) => Json): Verb {
  return (context, args) => {
    const issue = issueNamed(context, String(args.issue));
    return issue === undefined
      ? fail(404, 'no such content')
      : {status: 200, body: act(context, issue)};
  };
}

const deferConversion = onIssue((_context, issue) => {
  issue.conversion = {since: null, takes: conversionTime(issue)};
  return {};
});

const resumeConversion = onIssue(({now}, issue) => {
  issue.conversion = {since: now(), takes: conversionTime(issue)};
  issue.history.push('resumed');
  return {};
});

/** A hook that switches something on or off for a store. */
function switching(feature: keyof Features): Verb {
  return ({store}, {on}) => {
    if (typeof on !== 'boolean') return fail(400, 'on: true or false');
    store.commerce.features[feature] = on;
    return {status: 200, body: {}};
  };
}

const VERBS = new Map<unknown, Verb>([
  ['defer-conversion', deferConversion],
  ['resume-conversion', resumeConversion],
  ['switch-content', switching('content')],
  ['switch-physical', switching('physical')],
  ['switch-consumption', switching('consumption')],
  ['record-reading', addReading],
  ['continue-reading', continueReading],
  ['generate-reading', generateReading],
]);

/** The hook of a verb of these chapters, if it is one. */
export function contentVerb(verb: unknown): Verb | undefined {
  return VERBS.get(verb);
}
