/** An error of a request that is refused. The response is `{error, what_to_do}`. */
export class Problem extends Error {
  override name = 'Problem';
  /** HTTP status. */
  readonly status: number;
  readonly whatToDo: string;

  /**
   * @param error what is wrong
   * @param whatToDo how to correct it
   */
  constructor(status: number, error: string, whatToDo: string) {
    super(error);
    this.status = status;
    this.whatToDo = whatToDo;
  }
}
