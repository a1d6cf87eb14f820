import Dashboard from '@uppy/react/dashboard';
import { type RefObject, useEffect, useRef } from 'react';
import { PHOTOS } from '../../texts/photos.ts';
import type { PhotoUppy } from './create-uppy.ts';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';

/** Uppy's Dashboard (§7.3), for photos other than the three named ones. While it is empty, it offers to add one. */
export function OtherPhotos({ uppy, hasFiles }: { uppy: PhotoUppy; hasFiles: boolean }) {
  const dashboard = useRef<HTMLDivElement>(null);
  useListRole(dashboard, uppy);
  return (
    <div ref={dashboard}>
      <Dashboard
        uppy={uppy}
        showSelectedFiles={hasFiles}
        height={350}
        width="100%"
        proudlyDisplayPoweredByUppy={false}
        thumbnailWidth={200}
        showNativePhotoCameraButton={window.matchMedia('(pointer: coarse)').matches}
        nativeCameraFacingMode="environment"
        doneButtonHandler={null}
        hideUploadButton
        hideCancelButton
        hidePauseResumeButton
        hideRetryButton
        hideProgressDetails
        disableStatusBar
        disableInformer
        singleFileFullScreen={false}
        note={PHOTOS.dashboardNote}
      />
    </div>
  );
}

/**
 * Uppy marks a single file as a list item without a list around it; screen readers need the list. Also marks the photos
 * of the three cards: only the cards show them.
 */
function useListRole(dashboard: RefObject<HTMLElement | null>, uppy: PhotoUppy) {
  useEffect(() => {
    const element = dashboard.current;
    if (!element) return;
    const mend = () => {
      element.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list');
      for (const { id, meta } of uppy.getFiles()) {
        if (meta.slot) document.getElementById(`uppy_${id}`)?.setAttribute('data-of-card', '');
      }
    };
    const observer = new MutationObserver(mend);
    observer.observe(element, { childList: true, subtree: true });
    mend();
    return () => observer.disconnect();
  }, [dashboard, uppy]);
}
