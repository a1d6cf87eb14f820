import { freePort } from '../bench/free-port.ts';
import { type ElementRef, type Engine, type Json, PHONE } from './engine.ts';
import { startProgram } from './program.ts';

/** The key of an element in answers (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const BROWSER = process.env.WEBKIT_BROWSER ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/**
 * WebKit, driven as https://www.w3.org/TR/webdriver2/ describes. It has no headless mode, so it gets a virtual screen.
 */
export async function startWebkit(): Promise<Engine> {
  const port = await freePort();
  const screen = await startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'], (written) => {
    return /^(\d+)\s/m.exec(written)?.[1];
  });
  const driver = await startDriver(port, `:${screen.ready}`).catch(async (error: unknown) => {
    await screen.close();
    throw error;
  });
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } } },
  });
  const page = `/session/${sessionId}`;
  await call('POST', `${page}/window/rect`, { ...PHONE, x: 0, y: 0 });

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }
  const run = <T>(source: string, args: Json[]) =>
    call<T>('POST', `${page}/execute/sync`, { script: `return (${source})(...arguments)`, args });

  return {
    name: 'WebKit',
    goTo: (url) => call('POST', `${page}/url`, { url }),
    evaluate: (source, ...args) => run(source, args),
    find: async (source, ...args) => {
      const element = await run<Record<string, string> | null>(source, args);
      return element ? { origin: element, id: String(element[ELEMENT]) } : null;
    },
    act: (actions) => call('POST', `${page}/actions`, { actions }),
    setFile: ({ id }: ElementRef, path) => call('POST', `${page}/element/${id}/value`, { text: path }),
    close: async () => {
      await call('DELETE', page).catch(() => {});
      await driver.close();
      await screen.close();
    },
  };
}

/** The driver does not report when it listens, so this function polls it. */
function startDriver(port: number, display: string) {
  const status = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      () => 'it answers',
      () => undefined,
    );
  return startProgram('WebKitWebDriver', [`--port=${port}`], status, { DISPLAY: display });
}
