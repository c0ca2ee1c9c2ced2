import {NAMED_ENCODINGS} from '../../../spec/profile.ts';
import {isObject} from '../../../spec/json.ts';
import {decodeValue} from '../../target/codec/encodings.ts';

/** The forms in which a profile can say that a deployment writes a value; the documented first. */
const FORMS = [undefined, ...NAMED_ENCODINGS];

/**
 * Every value that a profile could take for some member of a body, in every form: a member whose
 * name the document leaves open may be any of them.
 */
export function everyReading(wire: unknown): unknown[] {
  const inner = isObject(wire) || Array.isArray(wire) ? Object.values(wire) : [];
  return [
    ...FORMS.map((encoding) => decodeValue(encoding, wire)),
    ...inner.flatMap((value) => everyReading(value)),
  ];
}
