type Question<Asked, Answer> = {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Asks for many with one call at a time: what is asked during a call goes with the next one. So a crowd of questions takes one
 * connection of the database and leaves the others to whoever has got further.
 * @param answerAll gives the answers in the order of what was asked; when it rejects, everyone in the call is told so.
 * @param most that go with one call.
 */
export function gathered<Asked, Answer>(
  answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  most: number,
): (asked: Asked) => Promise<Answer> {
  let waiting: Question<Asked, Answer>[] = [];
  let isAsking = false;
  const askAll = async (questions: readonly Question<Asked, Answer>[]): Promise<void> => {
    try {
      const answers = await answerAll(questions.map(({ asked }) => asked));
      if (answers.length !== questions.length) {
        throw new Error(`${questions.length} were asked for and ${answers.length} answered`);
      }
      answers.forEach((answer, index) => questions[index]?.resolve(answer));
    } catch (error) {
      questions.forEach(({ reject }) => reject(error));
    }
  };
  const askOn = async (): Promise<void> => {
    isAsking = true;
    while (waiting.length > 0) {
      const next = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await askAll(next);
    }
    isAsking = false;
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isAsking) {
        void askOn();
      }
    });
}
