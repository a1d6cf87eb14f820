import './next-steps.css';

export function NextSteps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <section className="next-steps">
      <h2>{title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
