import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import {parseBody, type ReadBody} from '../../http/request-body.ts';
import {read} from '../../http/steps/read.ts';
import {isSkipped} from './select.ts';

/** Reads a body that is not JSON up to its last brace (seam `skip` of `what-follows`). */
export function readWith(defects: readonly Defect[], next: Pipeline['read']): Pipeline['read'] {
  const careless = read(withoutWhatFollows);
  return (context) =>
    isSkipped(defects, 'what-follows', context.operation.contract.id)
      ? careless(context)
      : next(context);
}

function withoutWhatFollows(bytes: Buffer): ReadBody {
  const whole = parseBody(bytes);
  const end = bytes.lastIndexOf('}') + 1;
  return 'unreadable' in whole && end > 0 ? parseBody(bytes.subarray(0, end)) : whole;
}
