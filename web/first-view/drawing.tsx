import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  use,
  useDeferredValue,
  useState,
  useSyncExternalStore,
} from 'react';
import { Navigate } from 'react-router-dom';

/** State of one server rendering. */
interface Drawing {
  visitor: { surveyHash: string; preview: boolean };
  /** The source files of the rendered parts. */
  parts: Set<string>;
  /** Where the page redirects to. */
  goesTo: string | undefined;
}

export const DrawingContext = createContext<Drawing | null>(null);

const parts: { file: string; fetchPart: () => Promise<unknown> }[] = [];

/**
 * A lazy-loaded part of the page, named by its path in web/; its chunk may contain other parts. It loads when rendered,
 * or earlier. Once loaded it renders synchronously, as server rendering and hydration require.
 */
export function part<Module, Name extends keyof Module>(file: string, load: () => Promise<Module>, name: Name) {
  let ready: ComponentType | undefined;

  async function fetchPart() {
    ready = await loadComponent(load, name);
    return { default: ready };
  }

  const Later = lazy(fetchPart);
  parts.push({ file, fetchPart });

  function Part(props: object) {
    use(DrawingContext)?.parts.add(file);
    // Never swap the component while mounted: that would lose user input.
    const [Shown] = useState(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Part as Module[Name];
}

/** A lazy-loaded part that only the browser renders. The page of the server does not preload it. */
export function laterPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => ({ default: await loadComponent(load, name) })) as Module[Name];
}

async function loadComponent<Module>(load: () => Promise<Module>, name: keyof Module) {
  return (await loadPart(load))[name] as ComponentType;
}

/** Loads parts in order, because one may register the next. */
export async function fetchParts(files: Iterable<string>) {
  for (const file of files) {
    try {
      for (const part of parts) if (part.file === file) await part.fetchPart();
    } catch {
      // It is retried when rendered.
    }
  }
}

/** All parts, including those registered by other parts. */
export async function fetchAllParts() {
  for (const { fetchPart } of parts) await fetchPart();
}

const MOST_ATTEMPTS = 5;
const PAUSE_MS = 2000;

/**
 * Loads a chunk on demand. Offline it waits for a connection before it asks: many browsers remember a module that failed
 * to load, and refuse it until the page is reloaded (github.com/whatwg/html/issues/6768). After the last attempt it
 * throws the error.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    // On the server this is undefined.
    if (navigator.onLine === false) await connection();
    try {
      return await load();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      if (navigator.onLine) await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS));
    }
  }
}

function connection() {
  return new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}

const never = () => () => undefined;

/** False on the server and during hydration, true afterwards; always true without server rendering. */
export function useInBrowser() {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // Deferred: otherwise React renders the change in one task, which blocks a slow phone.
  return useDeferredValue(inBrowser);
}

/**
 * Content that the server does not render. Large components use this instead of the hook, because the hook renders the
 * whole component again.
 */
export function InBrowser({ children }: { children: ReactNode }) {
  return useInBrowser() && children;
}

/**
 * A server-rendered page is readable at once but not yet interactive: its controls are disabled until hydration, so
 * that no press or input is lost.
 */
export function Takeover({ children }: { children: ReactNode }) {
  return (
    <fieldset className="takeover" role="presentation" disabled={!useInBrowser()}>
      {children}
    </fieldset>
  );
}

/** Redirects to another screen; on the server, that screen is rendered instead. */
export function Redirect({ to }: { to: string }) {
  const drawing = use(DrawingContext);
  if (!drawing) return <Navigate replace to={to} />;
  drawing.goesTo = to;
  return null;
}
