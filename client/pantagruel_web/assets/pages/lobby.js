/** The page that people come to first: open a race, or take part in one. */

import { markCurrent } from "../ui/header.js";

markCurrent();
