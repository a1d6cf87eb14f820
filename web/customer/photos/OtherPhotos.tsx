import Dashboard from '@uppy/react/dashboard';
import { useRef } from 'react';
import { PHOTOS } from '../../texts/photos.ts';
import type { PhotoUppy } from './create-uppy.ts';
import { useListRole } from './use-list-role.ts';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';

/** Uppy's Dashboard (§7.3), for everything beside the three named photos. */
export function OtherPhotos({ uppy }: { uppy: PhotoUppy }) {
  const dashboard = useRef<HTMLDivElement>(null);
  useListRole(dashboard);
  return (
    <div ref={dashboard}>
      <Dashboard
        uppy={uppy}
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
