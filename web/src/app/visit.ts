/** What the guard knows when it opens a page. */
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../api/client';
import type { Catalogue } from './catalogue/catalogue';
import type { Viewer } from './session/viewer';

export type Visit = { api: Api; queryClient: QueryClient; viewer: Viewer; catalogue: Catalogue };
