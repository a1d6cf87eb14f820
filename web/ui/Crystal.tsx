import { crystalFacets } from '../../bff/view-models/crystal.ts';
import './crystal.css';

interface CrystalProps {
  /** Number of filled facets: one per module, or per step. */
  facets: number;
  /** Total number of facets; the remaining ones are outlined. */
  of?: number;
  /** In pixels. */
  size?: number;
  /** Animates the last facet once. */
  lands?: boolean;
}

const BOX = 48;

/** The brand's salt crystal. Decorative: the text beside it gives the number. */
export function Crystal({ facets, of = facets, size = BOX, lands = false }: CrystalProps) {
  return (
    <svg
      className={lands ? 'crystal crystal-lands' : 'crystal'}
      viewBox={`-1 -1 ${BOX + 2} ${BOX + 2}`}
      width={size}
      height={size}
      aria-hidden="true"
    >
      {crystalFacets(Math.max(facets, of), BOX).map(({ path, tone }, index) =>
        index < facets ? (
          // Keyed by path, which depends on the count: a new facet is a new element and animates once.
          <path key={path} d={path} fillOpacity={tone} className={index === facets - 1 ? 'crystal-last' : undefined} />
        ) : (
          <path key={path} d={path} className="crystal-to-come" />
        ),
      )}
    </svg>
  );
}
