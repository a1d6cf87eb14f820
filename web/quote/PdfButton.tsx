import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { withRepeats } from '../api/query-client.ts';
import { type ReceivedFile, saveFile } from '../device/received-file.ts';
import { QUOTE_PDF } from '../texts/offer.ts';
import type { ProblemWording } from '../texts/problems.ts';
import { Button } from '../ui/Button.tsx';
import { SaveProblem } from '../ui/SaveProblem.tsx';

interface PdfButtonProps {
  fetchPdf: () => Promise<ReceivedFile>;
  onRefused?: (error: Error) => void;
  text: string;
  variant?: 'quiet' | 'plain';
  /** Starts the download on mount: the user already pressed another button. */
  atOnce?: boolean;
  wording?: ProblemWording;
}

/** Downloads a quote as PDF and reports the result. */
export function PdfButton({ fetchPdf, onRefused, text, variant = 'quiet', atOnce = false, wording }: PdfButtonProps) {
  const download = useMutation({
    mutationFn: () => withRepeats(fetchPdf),
    onSuccess: saveFile,
    ...(onRefused && { onError: onRefused }),
  });
  const { mutate } = download;
  const pressed = useRef(!atOnce);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pressed.current) return;
    pressed.current = true;
    // This button replaces the one that was pressed.
    place.current?.querySelector('button')?.focus();
    mutate();
  }, [mutate]);
  return (
    <div className="stack starts" ref={place}>
      <Button variant={variant} busy={download.isPending} onClick={() => mutate()}>
        {text}
      </Button>
      {download.isPending && <p role="status">{QUOTE_PDF.making}</p>}
      {download.data && <p role="status">{QUOTE_PDF.made(download.data.name)}</p>}
      {download.error && <SaveProblem error={download.error} before={QUOTE_PDF.failed} {...(wording && { wording })} />}
    </div>
  );
}
