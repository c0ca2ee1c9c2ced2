import type {Effort} from '../../spec/run-record.ts';

export const EFFORTS: readonly Effort[] = ['quick', 'standard', 'deep'];

/** What is made up for the models and the properties. */
export interface Figures {
  /** Sequences of a model; a shared target is sent the shortest of them, a deployment for tests the first few. */
  sequences: number;
  /** The most commands of a sequence, without its opening and closing. */
  longest: number;
  /** Commands of a sequence at least. */
  shortest: number;
  /** Draws of a property. */
  draws: number;
  /** Further ones, for targets that nobody shares: the daily reads of others suffice for two runs. */
  furtherDraws: number;
}

const STANDARD: Figures = {sequences: 8, longest: 32, shortest: 16, draws: 4, furtherDraws: 2};

/** Sequences of a model that a deployment for tests is sent: a shared one, whose clock a hook moves. */
export const SEQUENCES_WITH_CLOCK = 4;

/** The figures of each effort. Deep effort runs many small rounds, so that responses soon say what comes next. */
export const FIGURES: Record<Effort, Figures> = {
  quick: {sequences: 1, longest: 8, shortest: 6, draws: 1, furtherDraws: 0},
  standard: STANDARD,
  deep: {...STANDARD, sequences: 4, draws: 2},
};

/**
 * Requests to one API, with those of the clean-up, that are foreseen for quick effort. More are sent
 * to a shared target, but 600 at most to both APIs: not all that was foreseen to be reused can be.
 */
export const QUICK_REQUESTS = 204;

/** Requests of deep effort to each API, where `--max-requests` names no other number. */
export const DEEP_REQUESTS = 20_000;

/** Rounds in a row that covered nothing new, after which deep effort ends. */
export const ROUNDS_WITHOUT_NEWS = 3;
