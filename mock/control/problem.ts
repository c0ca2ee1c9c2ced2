/** Thrown for a request that is not carried out. Answered as `{error, what_to_do}`. */
export class Problem extends Error {
  override name = 'Problem';
  /** HTTP status. */
  readonly status: number;
  readonly whatToDo: string;

  /**
   * @param error what is wrong
   * @param whatToDo what would be right
   */
  constructor(status: number, error: string, whatToDo: string) {
    super(error);
    this.status = status;
    this.whatToDo = whatToDo;
  }
}
