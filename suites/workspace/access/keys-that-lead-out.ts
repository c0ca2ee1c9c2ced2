import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check} from '../../language/check.ts';
import {all, notApplicable, expectRefused, expectStill} from '../../language/judge.ts';
import {type Handle} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {toText} from '../../../spec/json.ts';
import {expectNotCreated, registrationOf, reserve, reserveAndUpload} from '../publishing.ts';

/** How many segments a key may have, that is, how often `..` is sent to leave it. */
const DEPTHS = [1, 2, 3, 4, 5];

/**
 * A key that begins with the namespace of its workspace and leads out of it again is a foreign key (Errors;
 * Authentication 3). The upload of the own workspace has not landed, so that nothing can be registered but the
 * foreign file.
 */
export const keysThatLeadOut: Check[] = [
  check({
    rule: 'workspace.access.foreign-upload-cannot-be-registered',
    place: 'a key that leads out of the own namespace',
    onlyOnTestTargets: true,
    act: (s) => {
      const theirs = reserveAndUpload(s, 'second-workspace');
      const own = reserve(s);
      const withKey = (depth: number): Handle => {
        const key = text(own.at('/key'), '/..'.repeat(depth), '/', theirs.at('/key'));
        return s.call('createPublication', {body: {...registrationOf(s, own), key}});
      };
      const path = {publication: own.at('/publication_id')};
      const before = s.call('getPublication', {path});
      const tried = DEPTHS.map((depth) => [`${depth} up`, withKey(depth)]);
      const read = s.call('getPublication', {path});
      return {own, before, read, ...(Object.fromEntries(tried) as Record<`${number} up`, Handle>)};
    },
    judge: ({own, before, read, ...tried}) =>
      toText(own.body.key).includes('/')
        ? all(
            ...Object.values(tried as Record<string, Exchange>).map((one) =>
              expectRefused(one, 'registered-by-a-way-out'),
            ),
            expectStill(before, read, (one) => expectNotCreated(one, 'made-by-a-way-out')),
          )
        : notApplicable('the key of an upload shows no namespace'),
  }),
];
