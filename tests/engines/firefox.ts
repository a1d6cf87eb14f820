import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElementRef, type Engine, type Json, PHONE } from './engine.ts';
import { startProgram } from './program.ts';

/** Firefox makes no calls of its own, and asks for Dutch pages. */
const SETTINGS = {
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.search.update': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'nl-NL, nl',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
};

interface Answer {
  id?: number;
  result?: object;
  error?: string;
  message?: string;
}

/** Firefox, driven as https://www.w3.org/TR/webdriver-bidi/ describes. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(SETTINGS).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const browser = await startProgram(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    (written) => /WebDriver BiDi listening on (ws:\S+)/.exec(written)?.[1],
  );
  const socket = new WebSocket(`${browser.ready}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox takes no WebDriver BiDi connection')));
  });

  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let calls = 0;
  async function call<T>(method: string, params: object): Promise<T> {
    calls += 1;
    const id = calls;
    const { result, error, message } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error} ${message}`);
    return result as T;
  }

  await call('session.new', { capabilities: {} });
  const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';
  await call('browsingContext.setViewport', { context, viewport: PHONE });

  async function run(functionDeclaration: string, args: Json[]): Promise<Remote> {
    const answer = await call<{ type: string; result: Remote; exceptionDetails?: { text: string } }>(
      'script.callFunction',
      { functionDeclaration, arguments: args.map(remoteValue), target: { context }, awaitPromise: true },
    );
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  }

  return {
    name: 'Firefox',
    goTo: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (source, ...args) => {
      const { value = 'null' } = await run(`async (...given) => JSON.stringify(await (${source})(...given))`, args);
      return JSON.parse(value);
    },
    find: async (source, ...args) => {
      const { type, sharedId = '' } = await run(source, args);
      return type === 'node' ? { origin: { type: 'element', element: { sharedId } }, id: sharedId } : null;
    },
    act: (actions) => call('input.performActions', { context, actions }),
    setFile: ({ id }: ElementRef, path) =>
      call('input.setFiles', { context, element: { sharedId: id }, files: [path] }),
    close: async () => {
      socket.close();
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Remote {
  type: string;
  sharedId?: string;
  value?: string;
}

function remoteValue(value: Json): object {
  return value === null ? { type: 'null' } : { type: typeof value, value };
}
