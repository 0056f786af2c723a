-- Which accounts became part of one: whoever must hear of a change of money hears of it at all of them.
CREATE INDEX person_merged_into ON person (merged_into) WHERE merged_into IS NOT NULL;
