import { GOOD_TO_KNOW } from '../../texts/good-to-know.ts';

export function GoodToKnow() {
  return (
    <section className="good-to-know">
      <h2>{GOOD_TO_KNOW.title}</h2>
      <dl>
        {GOOD_TO_KNOW.answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
