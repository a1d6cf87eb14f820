import { crystalFacets } from '../../bff/view-models/crystal.ts';
import './crystal.css';

interface CrystalProps {
  /** One per module. */
  facets: number;
  /** Animates the last facet once. */
  lands?: boolean;
}

const BOX = 48;

/** The brand's salt crystal. Decorative: the text beside it gives the number. */
export function Crystal({ facets, lands = false }: CrystalProps) {
  return (
    <svg
      className={lands ? 'crystal crystal-lands' : 'crystal'}
      viewBox={`-1 -1 ${BOX + 2} ${BOX + 2}`}
      width={BOX}
      height={BOX}
      aria-hidden="true"
    >
      {/* Keyed by path, which depends on the count: a new facet is a new element and animates once. */}
      {crystalFacets(facets, BOX).map(({ path, tone }) => (
        <path key={path} d={path} fillOpacity={tone} />
      ))}
    </svg>
  );
}
