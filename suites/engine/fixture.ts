import type {PlaceVerdict} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';

/** A replayable sequence: symbolic, in canonical names, without generator, seed or fixed id. */
export interface Fixture {
  fixture: string;
  /** The rule that the sequence is about, if any; with its handles a replay asks the rule's judge. */
  rule?: string;
  place?: string;
  handles?: Record<string, string[]>;
  steps: Step[];
}

/** The fixture of a failure: what was sent, as script. */
export const fixtureOf = (rule: string, place: PlaceVerdict): Fixture => ({
  fixture: `${rule} ${place.place}`,
  rule,
  place: place.place,
  handles: place.evidence!.handles,
  steps: place.evidence!.steps,
});
