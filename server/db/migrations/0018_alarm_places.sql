-- A part of a place is sought in the places of the tenant, which their own index lists.
drop index alarm_place_search;
